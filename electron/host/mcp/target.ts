import type { Address } from "./http/index.ts";
import type { Launch } from "./stdio/index.ts";

/** Where a connection goes: a command ready to be started, or an address with its headers. */
export type Target =
  { readonly kind: "stdio"; readonly launch: Launch } | { readonly kind: "http"; readonly address: Address };
