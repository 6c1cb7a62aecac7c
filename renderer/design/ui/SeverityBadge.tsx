import { Eye, Globe, Pencil, SquareTerminal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Severity } from "../../../shared/contract/index.ts";
import { Badge, type Tone } from "./Badge.tsx";
import { Tooltip } from "./Tooltip.tsx";

const looks = {
  L1: { tone: "neutral", Icon: Eye },
  L2: { tone: "info", Icon: Pencil },
  L3: { tone: "warn", Icon: SquareTerminal },
  L4: { tone: "danger", Icon: Globe },
} as const satisfies Record<Severity, { tone: Tone; Icon: typeof Eye }>;

/** What a call may do (design §6) as icon, word and colour. `isShort` shows the level only, the word in its tooltip. */
export const SeverityBadge = ({
  severity,
  isShort = false,
}: {
  readonly severity: Severity;
  readonly isShort?: boolean;
}) => {
  const { t } = useTranslation("design");
  const { tone, Icon } = looks[severity];
  const word = t(`severity.${severity}`);
  const badge = (
    <span style={{ display: "inline-flex" }}>
      <Badge tone={tone} icon={<Icon size={12} aria-hidden />}>
        {severity}
        {isShort ? <span className="visually-hidden">{word}</span> : <span>{word}</span>}
      </Badge>
    </span>
  );
  return isShort ? <Tooltip text={word}>{badge}</Tooltip> : badge;
};
