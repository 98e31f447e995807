declare module "virtual:words/*" {
    const words: Record<string, string | Record<string, string>>;
    export default words;
}

declare module "virtual:keys/*" {
    const words: Record<string, Record<string, string>>;
    export default words;
}
