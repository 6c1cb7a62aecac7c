import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Result, ServerId } from "../../../shared/contract/index.ts";
import { useActions, type Action } from "../../actions/index.ts";
import { bridge } from "../../bridge/index.ts";
import { selectServer, startAddingServer, useServersPage } from "./servers.ts";

/** Starts a server; the outcome also arrives as its state. */
export const startServer = (serverId: ServerId): Promise<Result<null>> =>
  bridge.request("server.start", { serverId });

/** Stops a server and everything it started. */
export const stopServer = (serverId: ServerId): Promise<Result<null>> =>
  bridge.request("server.stop", { serverId });

/** Lets the person sign in by page; answers when that is over. The page itself is asked for on a card. */
export const signIn = (serverId: ServerId): Promise<Result<null>> =>
  bridge.request("server.signIn", { serverId });

/** Stops the server and forgets its sign-in. */
export const signOut = (serverId: ServerId): Promise<Result<null>> =>
  bridge.request("server.signOut", { serverId });

/** What a person can do while the place Servers is open. */
export const useServerActions = (): void => {
  const { t } = useTranslation("servers");
  const selected = useServersPage((page) => page.selected);
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "servers.addHere",
          title: t("add"),
          section: "servers",
          keys: ["a"],
          isUnlisted: true,
          run: startAddingServer,
        },
        {
          id: "servers.back",
          title: t("actions.back"),
          section: "servers",
          keys: ["escape"],
          isUnlisted: true,
          isEnabled: selected !== undefined,
          run: () => selectServer(undefined),
        },
      ],
      [t, selected],
    ),
  );
};
