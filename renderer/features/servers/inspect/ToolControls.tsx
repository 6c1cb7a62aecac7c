import { useTranslation } from "react-i18next";
import type { ServerInfo, Severity, ToolInfo } from "../../../../shared/contract/index.ts";
import { Checkbox, ErrorState, Select } from "../../../design/index.ts";
import { useAsking } from "../offers/useAsking.ts";
import styles from "./inspect.module.css";

const ASSESSED = "assessed";
const levels = ["L1", "L2", "L3", "L4"] as const satisfies readonly Severity[];

/** Switches a tool on or off for every model, and sets a level of the person's own in the place of the assessed one. */
export const ToolControls = ({ server, tool }: { readonly server: ServerInfo; readonly tool: ToolInfo }) => {
  const { t } = useTranslation("serverInspect");
  const [asking, decide] = useAsking("server.setTool");
  const about = { serverId: server.serverId, tool: tool.name, definitionHash: tool.definitionHash };
  return (
    <div className={styles["controls"]}>
      <Checkbox
        label={t("control.isOn")}
        hint={t("control.isOnHint")}
        isChecked={tool.isOff !== true}
        onChange={(isOn) => decide({ ...about, isOff: !isOn })}
      />
      {!server.isBundled && tool.isChanged !== true && (
        <Select<Severity | typeof ASSESSED>
          label={t("control.level")}
          hint={t("control.levelHint")}
          value={tool.isOwnSeverity === true ? tool.severity : ASSESSED}
          options={[
            { value: ASSESSED, label: t("control.assessed") },
            ...levels.map((value) => ({ value, label: t(`control.levels.${value}`) })),
          ]}
          onChange={(level) => decide({ ...about, severity: level === ASSESSED ? null : level })}
        />
      )}
      {asking.status === "failed" && (
        <ErrorState layout="inline" title={t("control.failed")} failure={asking.error} />
      )}
    </div>
  );
};
