import type { ServerOrigin } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { namedTemplates, templateOf } from "./inputs.ts";
import { list, text, type Loose } from "./loose.ts";
import type { Way } from "./packages.ts";

/** An address as a way to have the server. */
export const remoteOption = (item: Loose, name: string, origin: ServerOrigin): Way => {
  const url = text(item, "url");
  if (url === undefined || !/^https?:\/\//i.test(url)) return { problem: remark("remoteAddress") };
  const address = templateOf("url", "url", { ...item, value: url });
  const headers = namedTemplates("header", list(item, "headers"));
  return {
    option: {
      label: url,
      base: {
        name,
        transport: {
          kind: "http",
          url: address.text,
          ...(Object.keys(headers.values).length > 0 ? { headers: headers.values } : {}),
        },
        origin,
      },
      args: [],
      fields: [...address.fields, ...headers.fields],
      notes: [],
    },
  };
};
