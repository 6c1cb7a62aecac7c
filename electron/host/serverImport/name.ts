/** A name as ours must be: other characters become dashes. */
export const nameOf = (given: string): string => {
  const plain = given.replace(/[^A-Za-z0-9 _.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return (plain === "" ? "server" : plain).slice(0, 60);
};
