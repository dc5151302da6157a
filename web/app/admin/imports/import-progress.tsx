import type { ImportRun } from '@longhand/contract/import-runs';
import admin from '../ui/admin.module.css';
import field from '../ui/field.module.css';

type BarProps = {
  label: string;
  /** Undefined while it is not known. */
  fraction?: number | undefined;
  onCancel: () => Promise<void>;
};

function ProgressBar({ label, fraction, onCancel }: BarProps) {
  return (
    <div className={field.progress}>
      <progress aria-label={label} value={fraction} max={1} />
      <span>{label}</span>
      <button type="button" className={admin.plain} onClick={() => void onCancel()}>
        Cancel
      </button>
    </div>
  );
}

export function UploadProgress({
  fraction,
  onCancel,
}: {
  fraction: number;
  onCancel: () => Promise<void>;
}) {
  const percent = Math.floor(fraction * 100);
  return <ProgressBar label={`Uploading: ${percent} %`} fraction={fraction} onCancel={onCancel} />;
}

function labelOf({ state, progress }: ImportRun): string {
  if (!progress) return 'Starting…';
  const items = progress.items.toLocaleString('en-US');
  if (progress.of === null) return `${items} items read`;
  const of = progress.of.toLocaleString('en-US');
  return state === 'checking' ? `${items} of ${of} items checked` : `${items} of ${of} items`;
}

export function ImportProgress({
  run,
  onCancel,
}: {
  run: ImportRun;
  onCancel: () => Promise<void>;
}) {
  const { progress } = run;
  const fraction = progress?.of ? progress.items / progress.of : undefined;
  return (
    <>
      <ProgressBar label={labelOf(run)} fraction={fraction} onCancel={onCancel} />
      <p>You can leave this page: the import goes on, and its report will be here.</p>
    </>
  );
}
