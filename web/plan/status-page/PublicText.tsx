import {
  componentStateLabels,
  type Impact,
  impacts,
  statusLimits,
  type UpdateStatus,
  updateStatuses,
  updateStatusLabels,
} from '#contract/plan/incidents/status-words.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import styles from './PublicText.module.css'
import type { PublicationData } from './shapes.ts'

type Choice = PublicationData['choices'][number]
/** The impact on each affected component, by its id. */
export type Impacts = Readonly<Record<number, Impact>>

const statusOptions = updateStatuses.map(value => ({ value, label: updateStatusLabels[value] }))

interface UpdateFieldsProps {
  readonly status: UpdateStatus
  readonly message: string
  readonly onStatus: (status: UpdateStatus) => void
  readonly onMessage: (message: string) => void
}

/** The status and the message of an update for the public. */
export function UpdateFields({ status, message, onStatus, onMessage }: UpdateFieldsProps) {
  return (
    <>
      <FormField label="Progress">
        <Select options={statusOptions} value={status} onValue={onStatus} />
      </FormField>
      <FormField label="Message" hint="Say what users notice, and what they can do. Plain text." required>
        <TextArea rows={4} maxLength={statusLimits.message} value={message} onValue={onMessage} />
      </FormField>
    </>
  )
}

interface ImpactFieldsProps {
  readonly choices: readonly Choice[]
  readonly impacts: Impacts
  readonly onImpact: (componentId: number, impact: Impact) => void
}

const impactOptions = impacts.map(value => ({
  value,
  label: value === 'operational' ? 'Not affected' : componentStateLabels[value],
}))

/** How the incident affects each component. */
export function ImpactFields({ choices, impacts: chosen, onImpact }: ImpactFieldsProps) {
  if (choices.length === 0) return null
  return (
    <fieldset className={styles.impacts}>
      <legend>Affected components</legend>
      {choices.map(({ id, name }) => (
        <div key={id} className={styles.impact}>
          <bdi>{name}</bdi>
          <Select
            size="s"
            aria-label={name}
            options={impactOptions}
            value={chosen[id] ?? 'operational'}
            onValue={impact => onImpact(id, impact)}
          />
        </div>
      ))}
    </fieldset>
  )
}

interface PublicPreviewProps {
  readonly title: string
  readonly status: UpdateStatus
  readonly message: string
  readonly choices: readonly Choice[]
  readonly impacts: Impacts
}

/** All that visitors of the status page will read. */
export function PublicPreview({ title, status, message, choices, impacts: chosen }: PublicPreviewProps) {
  const affected = choices.flatMap(({ id, name }) => {
    const impact = chosen[id] ?? 'operational'
    return impact === 'operational' ? [] : [`${name} (${componentStateLabels[impact].toLowerCase()})`]
  })
  return (
    <section className={styles.preview} aria-label="Preview">
      <p className={styles.note}>Visitors will read this:</p>
      <p className={styles.title}>
        <bdi>{title.trim() || 'Title'}</bdi>
      </p>
      {affected.length > 0 && (
        <p className={styles.note}>
          Affects: <bdi>{affected.join(', ')}</bdi>
        </p>
      )}
      <p className={styles.status}>{updateStatusLabels[status]}</p>
      <p className={styles.message} dir="auto">
        {message.trim() || 'Message'}
      </p>
    </section>
  )
}

/** The chosen impacts that differ from those before. */
export const changedImpacts = (before: Impacts, chosen: Impacts) =>
  Object.entries(chosen)
    .map(([id, impact]) => ({ componentId: Number(id), impact }))
    .filter(({ componentId, impact }) => (before[componentId] ?? 'operational') !== impact)

export const impactsOf = (components: PublicationData['components']): Impacts =>
  Object.fromEntries(components.map(({ componentId, impact }) => [componentId, impact]))
