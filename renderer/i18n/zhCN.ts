/** The Simplified Chinese catalogue, a namespace a file. */
export const catalogue = import.meta.glob<Record<string, unknown>>("./zh-CN/*.json", {
  eager: true,
  import: "default",
});
