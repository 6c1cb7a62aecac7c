/** Numbers, sizes, times and failures as words; the language is always an argument. */
export * from "./address.ts";
export * from "./failureText.ts";
export * from "./numbers.ts";
export * from "./paths.ts";
export * from "./remarkText.ts";
export * from "./time.ts";
