import { ArrowUp, Square } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../../shared/contract/index.ts";
import { useActions, type Action } from "../../actions/index.ts";
import { Button, ErrorState } from "../../design/index.ts";
import { formatNumber, formatTokens } from "../../format/index.ts";
import styles from "./composer.module.css";
import { composerKey } from "./composerKeys.ts";
import { PastedChip } from "./PastedChip.tsx";
import { forgetFailure, stopSession, useSending } from "./send.ts";
import { useComposer, type ComposerControl } from "./useComposer.ts";

/** From this many characters on the size is shown. */
const SIZE_SHOWN = 2000;
const MAX_HEIGHT = 240;

const useStop = (sessionId: SessionId, isRunning: boolean): void => {
  const { t } = useTranslation("conversation");
  const actions = useMemo(
    (): readonly Action[] => [
      {
        id: "session.stop",
        title: t("stop.action"),
        section: "session",
        keys: ["mod+."],
        isEnabled: isRunning,
        run: () => stopSession(sessionId),
      },
    ],
    [sessionId, isRunning, t],
  );
  useActions(actions);
};

const Foot = ({
  sessionId,
  composer,
}: {
  readonly sessionId: SessionId;
  readonly composer: ComposerControl;
}) => {
  const { t, i18n } = useTranslation("conversation");
  const { characters, tokens } = composer.size;
  return (
    <div className={styles["foot"]}>
      <p className={styles["hint"]} id={`composer-hint-${sessionId}`}>
        {composer.blocked ??
          (characters >= SIZE_SHOWN
            ? t("pasted.size", {
                count: characters,
                shown: formatNumber(characters, i18n.language),
                tokens: formatTokens(tokens, i18n.language),
              })
            : t("composer.hint"))}
      </p>
      {composer.isRunning ? (
        <Button
          size="small"
          keys="mod+."
          icon={<Square size={12} aria-hidden fill="currentColor" />}
          onClick={() => stopSession(sessionId)}
        >
          {t("stop.label")}
        </Button>
      ) : (
        <Button
          size="small"
          keys="enter"
          icon={<ArrowUp size={14} aria-hidden />}
          disabled={composer.isEmpty || composer.blocked !== undefined}
          onClick={composer.submit}
        >
          {t("composer.send")}
        </Button>
      )}
    </div>
  );
};

/** Where a person writes to the agent. Enter sends, Shift+Enter breaks; huge pastes become attachments. */
export const Composer = ({
  sessionId,
  field,
}: {
  readonly sessionId: SessionId;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) => {
  const { t } = useTranslation("conversation");
  const composer = useComposer(sessionId);
  const failure = useSending((sending) => sending.failures.get(sessionId));
  const frame = useRef<HTMLDivElement>(null);
  useStop(sessionId, composer.isRunning);
  const { text } = composer.draft;
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(MAX_HEIGHT, area.scrollHeight)}px`;
  }, [field, text]);

  return (
    <div className={styles["composer"]}>
      {failure !== undefined && (
        <ErrorState
          layout="inline"
          title={t("notSent")}
          failure={failure}
          action={
            <Button size="small" onClick={() => forgetFailure(sessionId)}>
              {t("dismiss")}
            </Button>
          }
        />
      )}
      <div ref={frame} className={styles["box"]}>
        {composer.draft.pasted.length > 0 && (
          <div className={styles["chips"]}>
            {composer.draft.pasted.map((pasted) => (
              <PastedChip key={pasted.id} pasted={pasted} onRemove={() => composer.remove(pasted.id)} />
            ))}
          </div>
        )}
        <textarea
          ref={field}
          className={styles["field"]}
          rows={1}
          value={text}
          aria-label={t("composer.label")}
          aria-describedby={`composer-hint-${sessionId}`}
          placeholder={t("composer.placeholder")}
          spellCheck={false}
          onChange={(event) => composer.type(event.target.value)}
          onPaste={composer.paste}
          onKeyDown={(event) => {
            const { key, keyCode, shiftKey, ctrlKey, metaKey, altKey } = event;
            if (
              composerKey({
                key,
                keyCode,
                shiftKey,
                ctrlKey,
                metaKey,
                altKey,
                isComposing: event.nativeEvent.isComposing,
              }) === "none"
            )
              return;
            event.preventDefault();
            composer.submit();
          }}
        />
        <Foot sessionId={sessionId} composer={composer} />
      </div>
    </div>
  );
};
