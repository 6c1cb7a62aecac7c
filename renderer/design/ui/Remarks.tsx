import { useTranslation } from "react-i18next";
import type { Remark } from "../../../shared/contract/index.ts";
import { remarkText } from "../../format/index.ts";

interface RemarksProps {
  readonly remarks: readonly Remark[];
  /** Of each paragraph. */
  readonly className: string | undefined;
}

/** What the host has to say of something, a paragraph each, in the person's language. */
export const Remarks = ({ remarks, className }: RemarksProps) => {
  const { t } = useTranslation();
  return remarks.map((remark) => (
    <p key={remark.text} className={className}>
      {remarkText(remark, t)}
    </p>
  ));
};
