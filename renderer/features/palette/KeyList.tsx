import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAllActions, type Action, type ActionSection } from "../../actions/index.ts";
import { Kbd } from "../../design/index.ts";
import styles from "./Palette.module.css";

/** Keys of lists, which no action holds: every list moves the same way. */
const listKeys = [
  { id: "move", keys: ["j", "k"] },
  { id: "open", keys: ["enter"] },
  { id: "back", keys: ["escape"] },
] as const;

const bySection = (actions: readonly Action[]): readonly [ActionSection, readonly Action[]][] => {
  const groups = new Map<ActionSection, Action[]>();
  for (const action of actions)
    if ((action.keys?.length ?? 0) > 0)
      groups.set(action.section, [...(groups.get(action.section) ?? []), action]);
  return [...groups];
};

/** Every key that does something now, by what it is for. */
export const KeyList = () => {
  const { t } = useTranslation("palette");
  const actions = useAllActions();
  const groups = useMemo(() => bySection(actions), [actions]);
  return (
    <div className={styles["keys"]}>
      {groups.map(([section, items]) => (
        <section key={section}>
          <h3>{t(`section.${section}`)}</h3>
          <dl>
            {items.map((action) => (
              <div key={action.id} className={styles["keyRow"]}>
                <dt>{action.title}</dt>
                <dd>
                  {action.keys?.map((keys) => (
                    <Kbd key={keys} keys={keys} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>{t("section.lists")}</h3>
        <dl>
          {listKeys.map((row) => (
            <div key={row.id} className={styles["keyRow"]}>
              <dt>{t(`list.${row.id}`)}</dt>
              <dd>
                {row.keys.map((keys) => (
                  <Kbd key={keys} keys={keys} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
};
