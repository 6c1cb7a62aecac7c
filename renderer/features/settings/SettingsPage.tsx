import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import type { Appearance, PolicyMode, Settings } from "../../../shared/contract/index.ts";
import { setAppearance, useAppearance } from "../../appearance/index.ts";
import { bridge } from "../../bridge/index.ts";
import { ErrorState, Page, Select, Skeleton } from "../../design/index.ts";
import { AboutSection } from "./AboutSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { LimitField } from "./LimitField.tsx";
import { RegistryField } from "./RegistryField.tsx";
import { createSettingsStore } from "./store.ts";
import { WorkspacesSection } from "./WorkspacesSection.tsx";
import styles from "./Settings.module.css";

const store = createSettingsStore(bridge);
const settled = (work: Promise<void>): void => {
  work.catch((cause: unknown) => console.error("settings", cause));
};

const themes: readonly Appearance["theme"][] = ["system", "light", "dark", "contrast"];
const languages: readonly Appearance["language"][] = ["system", "en", "zh-CN"];
const modes: readonly PolicyMode[] = ["default", "ask", "autoEdit", "plan"];
const sandboxes: readonly Settings["sandbox"][] = ["auto", "off"];
const MINUTE_MS = 60_000;

const Look = () => {
  const { t } = useTranslation("settings");
  const { theme, language } = useAppearance();
  return (
    <section className={styles["section"]}>
      <h2>{t("look.title")}</h2>
      <div className={styles["grid"]}>
        <Select
          label={t("look.language")}
          value={language}
          onChange={(next) => settled(setAppearance({ language: next }))}
          options={languages.map((one) => ({ value: one, label: t(`look.languages.${one}`) }))}
        />
        <Select
          label={t("look.theme")}
          value={theme}
          onChange={(next) => settled(setAppearance({ theme: next }))}
          options={themes.map((one) => ({ value: one, label: t(`look.themes.${one}`) }))}
        />
      </div>
    </section>
  );
};

const Limits = () => {
  const { t } = useTranslation("settings");
  const settings = useStore(store, (view) => view.settings);
  if (settings === undefined) return <Skeleton rows={4} />;
  const { limits } = settings;
  const setLimit = (change: Partial<typeof limits>): void =>
    settled(
      store.getState().settings === undefined
        ? Promise.resolve()
        : store.change({ limits: { ...limits, ...change } }),
    );
  const whole = { min: 1, isWhole: true, mayBeEmpty: false } as const;
  return (
    <>
      <section className={styles["section"]}>
        <h2>{t("policy.title")}</h2>
        <p className={styles["about"]}>{t("policy.about")}</p>
        <div className={styles["grid"]}>
          <Select
            label={t("policy.mode")}
            value={settings.policyMode}
            onChange={(policyMode) => settled(store.change({ policyMode }))}
            options={modes.map((one) => ({
              value: one,
              label: t(`sessions:mode.${one}.name`),
              detail: t(`sessions:mode.${one}.text`),
            }))}
          />
          <Select
            label={t("policy.sandbox")}
            value={settings.sandbox}
            onChange={(sandbox) => settled(store.change({ sandbox }))}
            options={sandboxes.map((one) => ({
              value: one,
              label: t(`policy.sandboxes.${one}`),
              detail: t(`policy.sandboxAbout.${one}`),
            }))}
          />
          <LimitField
            label={t("policy.commandTime")}
            unit={t("unit.minutes")}
            value={settings.commandTimeoutMs / MINUTE_MS}
            bounds={{ min: 1 / 60, max: 10, isWhole: false, mayBeEmpty: false }}
            onChange={(minutes) =>
              settled(store.change({ commandTimeoutMs: Math.round((minutes ?? 1) * MINUTE_MS) }))
            }
          />
        </div>
      </section>
      <section className={styles["section"]}>
        <h2>{t("limits.title")}</h2>
        <p className={styles["about"]}>{t("limits.about")}</p>
        <div className={styles["grid"]}>
          <LimitField
            label={t("limits.maxSteps")}
            value={limits.maxSteps}
            bounds={{ ...whole, max: 1000 }}
            onChange={(value) => setLimit({ maxSteps: value ?? limits.maxSteps })}
          />
          <LimitField
            label={t("limits.maxWall")}
            unit={t("unit.minutes")}
            value={limits.maxWallMs === null ? null : limits.maxWallMs / MINUTE_MS}
            bounds={{ min: 1 / 60, max: 100_000, isWhole: false, mayBeEmpty: true }}
            onChange={(value) =>
              setLimit({ maxWallMs: value === null ? null : Math.round(value * MINUTE_MS) })
            }
          />
          <LimitField
            label={t("limits.maxTokens")}
            value={limits.maxTokens}
            bounds={{ ...whole, max: 1_000_000_000, mayBeEmpty: true }}
            onChange={(value) => setLimit({ maxTokens: value })}
          />
          <LimitField
            label={t("limits.maxCost")}
            unit="USD"
            value={limits.maxCostUsd}
            bounds={{ min: 0.0001, max: 100_000, isWhole: false, mayBeEmpty: true }}
            onChange={(value) => setLimit({ maxCostUsd: value })}
          />
          <LimitField
            label={t("limits.maxRepeats")}
            value={limits.maxRepeats}
            bounds={{ ...whole, max: 100 }}
            onChange={(value) => setLimit({ maxRepeats: value ?? limits.maxRepeats })}
          />
          <LimitField
            label={t("limits.maxFailures")}
            value={limits.maxFailures}
            bounds={{ ...whole, max: 100 }}
            onChange={(value) => setLimit({ maxFailures: value ?? limits.maxFailures })}
          />
        </div>
      </section>
    </>
  );
};

const Registry = () => {
  const { t } = useTranslation("settings");
  const settings = useStore(store, (view) => view.settings);
  if (settings === undefined) return null;
  return (
    <section className={styles["section"]}>
      <h2>{t("registry.title")}</h2>
      <RegistryField
        value={settings.registryUrl}
        onChange={(registryUrl) => settled(store.change({ registryUrl }))}
      />
    </section>
  );
};

/** The place Settings. Every change counts at once. */
export const SettingsPage = () => {
  const { t } = useTranslation("settings");
  const error = useStore(store, (view) => view.error);
  useEffect(() => settled(store.refresh()), []);
  return (
    <Page>
      <h1>{t("title")}</h1>
      {error !== undefined && <ErrorState layout="inline" title={t("failed")} failure={error} />}
      <Look />
      <WorkspacesSection />
      <Limits />
      <Registry />
      <KeysSection />
      <AboutSection />
    </Page>
  );
};
