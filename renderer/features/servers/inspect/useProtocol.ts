import { useEffect, useState } from "react";
import type { Failure, ProtocolEntry, ServerId } from "../../../../shared/contract/index.ts";
import { bridge } from "../../../bridge/index.ts";

const EVERY_MS = 1000;
/** Messages kept in the page; the host keeps its own. */
const KEPT = 1000;

/** What is known of a server's traffic; undefined before the first answer. */
export interface Protocol {
  readonly entries: readonly ProtocolEntry[];
  readonly error: Failure | undefined;
}

/** Follows a server's messages while the place is shown: only what is new since the last look is asked for. */
export const useProtocol = (serverId: ServerId): Protocol | undefined => {
  const [protocol, setProtocol] = useState<Protocol>();
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let after = 0;
    const look = (): void => {
      bridge
        .request("server.protocol", { serverId, after })
        .then((answer) => {
          if (!isShown) return;
          timer = setTimeout(look, EVERY_MS);
          if (!answer.ok) {
            setProtocol((was) => ({ entries: was?.entries ?? [], error: answer.error }));
            return;
          }
          const { entries } = answer.value;
          after = entries.at(-1)?.seq ?? after;
          setProtocol((was) =>
            was !== undefined && entries.length === 0 && was.error === undefined
              ? was
              : { entries: [...(was?.entries ?? []), ...entries].slice(-KEPT), error: undefined },
          );
        })
        .catch((cause: unknown) => console.error("server.protocol failed", cause));
    };
    look();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [serverId]);
  return protocol;
};
