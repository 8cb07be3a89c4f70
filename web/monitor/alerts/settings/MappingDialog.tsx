import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import { type MappedField, mappedFieldLabels, mappedFields } from '#contract/monitor/alerts/mapped-fields.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { previewAlert, updateAlertIntegration } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { saveProblem } from '#web/foundation/problems.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { IntegrationData } from '../shapes.ts'
import { settingsReadings } from './calls.ts'
import styles from './MappingDialog.module.css'

type MappingFields = Pick<IntegrationData, 'mapping' | 'examplePayload'>
type Preview = ReplyOf<typeof import('#contract/monitor/alerts/alert-pages.ts')['previewAlert']>

const labels: FieldLabels<MappingFields> = { mapping: 'Fields', examplePayload: 'Example payload' }

interface MappingDialogProps {
  readonly namespace: string
  readonly integration: IntegrationData
  readonly onClose: () => void
}

/** Chooses where the fields of an alert stand in the payloads of an integration, beside the alert that an example becomes. */
export function MappingDialog({ namespace, integration, onClose }: MappingDialogProps) {
  const { mapping, examplePayload, id: integrationId } = integration
  const draft = useDraft<MappingFields>({ mapping, examplePayload })
  const { values, changes, expected, set } = draft
  const asked = useDebounced(values)
  const preview = useReading(
    previewAlert,
    { namespace, payload: asked.examplePayload, mapping: asked.mapping },
    { enabled: asked.examplePayload.trim() !== '', keepPrevious: true },
  )
  const save = useOperation(updateAlertIntegration, {
    refreshes: settingsReadings,
    onSuccess: () => {
      showToast('Field mapping saved')
      onClose()
    },
  })
  const choose = (field: MappedField, path: string) => {
    const { [field]: _former, ...others } = values.mapping
    set({ mapping: path === '' ? others : { ...others, [field]: path } })
  }
  return (
    <FormDialog
      title={`Map the fields of ${integration.name}`}
      description="Paste a payload of the monitoring tool, then choose which of its values each field of the alert takes."
      size="l"
      onClose={onClose}
      submit="Save field mapping"
      busy={save.isPending}
      problem={saveProblem(save.error, draft.overlaps, ['mapping', 'examplePayload'])}
      onSubmit={() => (draft.isChanged ? save.mutate({ namespace, integrationId, ...changes, expected }) : onClose())}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Example payload (JSON)" refusal={preview.error?.message ?? null}>
        <TextArea
          code
          rows={8}
          maxLength={alertLimits.examplePayload}
          value={values.examplePayload}
          onValue={text => set({ examplePayload: text })}
        />
      </FormField>
      {preview.data !== undefined && (
        <div className={styles.columns}>
          <div className={styles.fields}>
            {mappedFields.map(field => (
              <FormField key={field} label={mappedFieldLabels[field]}>
                <Select
                  value={values.mapping[field] ?? ''}
                  options={optionsOf(preview.data, field, values.mapping[field])}
                  onValue={path => choose(field, path)}
                />
              </FormField>
            ))}
          </div>
          <Result preview={preview.data} />
        </div>
      )}
    </FormDialog>
  )
}

/** The values of the payload; also a chosen one that this payload lacks. */
function optionsOf({ values }: Preview, field: MappedField, chosen: string | undefined) {
  const known = values.map(({ path, text }) => ({ value: path, label: `${path}: ${text}` }))
  return [
    { value: '', label: `Default (${field})` },
    ...(chosen === undefined || known.some(({ value }) => value === chosen)
      ? []
      : [{ value: chosen, label: `${chosen}: not in this payload` }]),
    ...known,
  ]
}

function Result({ preview: { alert, alertCount } }: { readonly preview: Preview }) {
  const rows = [
    ['Title', alert.title],
    ['Severity', severityLabels[alert.severity]],
    ['Service', alert.service],
    ['Monitoring tool', alert.monitoringTool],
    ['Hosts', alert.hosts.join(', ')],
    ['Environment', alert.environment],
    ['Description', alert.description],
    ['Grouped by', alert.group ?? ''],
  ] as const
  return (
    <section aria-label="Preview" className={styles.result}>
      <h3 className={styles.heading}>Preview</h3>
      <dl className={styles.list}>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text === '' ? <span className={styles.none}>None</span> : <bdi>{text}</bdi>}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.none}>
        {alert.endedAt === null ? 'Opens the alert, or adds an event to it.' : 'Resolves the open alert.'}
        {alertCount > 1 && ` The payload has ${counted(alertCount, 'alert')}; this is the first.`}
      </p>
    </section>
  )
}
