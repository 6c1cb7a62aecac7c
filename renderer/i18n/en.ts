/** The English catalogue, a namespace a file. */
export const catalogue = import.meta.glob<Record<string, unknown>>("./en/*.json", {
  eager: true,
  import: "default",
});
