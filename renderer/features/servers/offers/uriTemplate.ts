/** A place to fill in of an address template (RFC 6570), in the order they stand; each name once. */
export const variablesOf = (template: string): string[] => {
  const names = [...template.matchAll(/\{([+#./;?&]?)([^{}]+)\}/gu)].flatMap(([, , list = ""]) =>
    list.split(",").map((name) => name.replace(/(\*|:\d+)$/u, "").trim()),
  );
  return [...new Set(names.filter((name) => name !== ""))];
};

interface Shape {
  readonly first: string;
  readonly between: string;
  readonly isNamed: boolean;
  readonly keepsReserved: boolean;
}

const shapes: Readonly<Record<string, Shape>> = {
  "": { first: "", between: ",", isNamed: false, keepsReserved: false },
  "+": { first: "", between: ",", isNamed: false, keepsReserved: true },
  "#": { first: "#", between: ",", isNamed: false, keepsReserved: true },
  ".": { first: ".", between: ".", isNamed: false, keepsReserved: false },
  "/": { first: "/", between: "/", isNamed: false, keepsReserved: false },
  ";": { first: ";", between: ";", isNamed: true, keepsReserved: false },
  "?": { first: "?", between: "&", isNamed: true, keepsReserved: false },
  "&": { first: "&", between: "&", isNamed: true, keepsReserved: false },
};

/** Half a character has no encoding. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");

const strict = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const encoded = (text: string, keepsReserved: boolean): string =>
  keepsReserved ? encodeURI(wellFormed(text)).replace(/%25([0-9A-Fa-f]{2})/gu, "%$1") : strict(text);

/** Fills an address template in; values are texts, empty ones count as not given. */
export const expandTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{([+#./;?&]?)([^{}]+)\}/gu, (_, sign: string, list: string) => {
    const shape = shapes[sign] ?? { first: "", between: ",", isNamed: false, keepsReserved: false };
    const parts = list.split(",").flatMap((spec) => {
      const [, name = spec, , length] = /^(.*?)(\*|:(\d+))?$/u.exec(spec.trim()) ?? [];
      const value = Object.hasOwn(values, name) ? (values[name] ?? "") : "";
      if (value === "") return [];
      const short = length === undefined ? value : [...value].slice(0, Number(length)).join("");
      const text = encoded(short, shape.keepsReserved);
      return [shape.isNamed ? `${name}=${text}` : text];
    });
    return parts.length === 0 ? "" : `${shape.first}${parts.join(shape.between)}`;
  });
