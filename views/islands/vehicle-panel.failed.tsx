interface Props {
  texts: { failed: string; retry: string };
  onRetry: () => void;
}

/** Error message of a list, with a button to retry. */
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
