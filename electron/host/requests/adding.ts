import type { Handlers } from "../../../shared/contract/index.ts";
import { fail, ok } from "../../../shared/contract/index.ts";
import { fillOption } from "../../../shared/addServers/index.ts";
import { installBundle, readBundle, removeBundle } from "../bundles/index.ts";
import { exportServer } from "../registry/index.ts";
import type { Rooms } from "./rooms.ts";

/** What a person does to get a server: ask a registry, open a bundle, agree to what is to be started. Nothing here starts one. */
export const addingHandlers = (rooms: Rooms) => {
  const { servers, registry, bundles } = rooms;
  return {
    "server.agree": ({ serverId, configHash }) => Promise.resolve(servers.agree(serverId, configHash)),
    "server.exportDefinition": ({ serverId }) => {
      const definition = servers.definition(serverId);
      return Promise.resolve(definition.ok ? ok(exportServer(definition.value)) : definition);
    },
    "registry.search": (query) => registry.search(rooms.settings.get().registryUrl, query),
    "bundle.read": ({ path }) => readBundle(bundles, path),
    "bundle.install": async ({ path, sha256, name, values }) => {
      const read = await readBundle(bundles, path);
      if (!read.ok) return read;
      if (read.value.sha256 !== sha256)
        return fail("stale", "The bundle has changed since it was shown. Open it again and read it anew.", {
          key: "bundleChanged",
        });
      const filled = fillOption(read.value.option, values, name);
      if (!filled.ok) {
        const names = [...filled.missing, ...filled.wrong.map(({ label }) => label)].join(", ");
        return fail("invalidInput", `Fill in ${names} first.`, { key: "bundleNeeds", params: { names } });
      }
      const unpacked = await installBundle(bundles, path, sha256);
      if (!unpacked.ok) return unpacked;
      const added = servers.add({ ...filled.definition, isEnabled: false });
      if (!added.ok && unpacked.value.isNew) await removeBundle(bundles, sha256);
      return added;
    },
  } satisfies Partial<Handlers>;
};
