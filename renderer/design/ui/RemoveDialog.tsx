import { useState } from "react";
import type { Failure, Result } from "../../../shared/contract/index.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { ErrorState } from "./ErrorState.tsx";

interface RemoveDialogProps {
  readonly title: string;
  /** What goes with it. */
  readonly text: string;
  readonly labels: { readonly cancel: string; readonly submit: string; readonly failed: string };
  /** Does it; never rejects but by a fault of our own. */
  readonly remove: () => Promise<Result<unknown>>;
  /** After it was removed. */
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks before something goes for good. The focus is on the safe answer; a failure stands in the dialog. */
export const RemoveDialog = ({ title, text, labels, remove, onRemoved, onClose }: RemoveDialogProps) => {
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (): Promise<void> => {
    setIsBusy(true);
    const answer = await remove();
    setIsBusy(false);
    if (answer.ok) onRemoved();
    else setFailure(answer.error);
  };
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {labels.cancel}
          </Button>
          <Button
            kind="danger"
            isBusy={isBusy}
            onClick={() => {
              run().catch((cause: unknown) => console.error(`${title}: removing failed`, cause));
            }}
          >
            {labels.submit}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorState layout="inline" title={labels.failed} failure={failure} />}
    </Dialog>
  );
};
