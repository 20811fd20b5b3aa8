interface Props {
  texts: { failed: string; retry: string };
  onRetry: () => void;
}

/** Says that a list could not be had, and asks for it once more. */
export function Failed({ texts, onRetry }: Props) {
  return (
    <>
      <p className="fault" role="alert">
        {texts.failed}
      </p>
      <button type="button" className="button quiet" onClick={onRetry}>
        {texts.retry}
      </button>
    </>
  );
}
