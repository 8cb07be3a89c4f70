import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { type PagingChannel, type PagingStep, pagingChannels, pagingLimits } from '#contract/feeds/paging-rules.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { channelLabels } from './messages.ts'
import styles from './PagingPage.module.css'

interface StepsFieldProps {
  readonly urgency: string
  readonly steps: readonly PagingStep[]
  readonly problem: string | null
  /** The channels to choose from. */
  readonly channels: readonly PagingChannel[]
  readonly onSteps: (steps: PagingStep[]) => void
}

/** Steps as a sentence each. */
export const stepWords = (steps: readonly PagingStep[]): string =>
  steps
    .map(
      ({ minutes, channel }) => `${minutes === 0 ? 'Immediately' : `After ${minutes} min`}: ${channelLabels[channel]}`,
    )
    .join('\n')

/** The messages of a page, in the order in which they are sent. */
export function StepsField({ urgency, steps, problem, channels, onSteps }: StepsFieldProps) {
  // One that the site no longer offers stays until it is replaced.
  const options = pagingChannels
    .filter(value => channels.includes(value) || steps.some(({ channel }) => channel === value))
    .map(value => ({ value, label: channelLabels[value] }))
  const set = (index: number, step: PagingStep) => onSteps(steps.toSpliced(index, 1, step))
  const add = () => {
    const free = channels.find(channel => !steps.some(step => step.channel === channel))
    const minutes = Math.min((steps.at(-1)?.minutes ?? -nextAfter) + nextAfter, pagingLimits.minutes)
    onSteps([...steps, { minutes, channel: free ?? usualChannel }])
  }
  return (
    <div className={styles.steps}>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <ol className={styles.list}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their position
          <li key={index} className={styles.step} aria-label={`${urgency}, step ${index + 1}`}>
            <FormField label="After (min)">
              <NumberInput
                value={step.minutes}
                min={0}
                max={pagingLimits.minutes}
                onValue={minutes => set(index, { ...step, minutes: minutes ?? 0 })}
              />
            </FormField>
            <FormField label="Send">
              <Select value={step.channel} options={options} onValue={channel => set(index, { ...step, channel })} />
            </FormField>
            {steps.length > 1 && (
              <IconButton
                variant="quiet"
                label={`Remove step ${index + 1} of ${urgency.toLowerCase()}`}
                icon={<TrashIcon />}
                onClick={() => onSteps(steps.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {steps.length < pagingLimits.steps && (
        <Button size="s" icon={<PlusIcon />} aria-label={`Add step to ${urgency.toLowerCase()}`} onClick={add}>
          Add step
        </Button>
      )}
    </div>
  )
}

/** The minutes between the last step and one that is added. */
const nextAfter = 5
const usualChannel: PagingChannel = 'mail'
