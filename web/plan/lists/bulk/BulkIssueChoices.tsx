import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import { iterationName } from '#web/plan/pickers/iteration-text.ts'
import { ChoicePicker, EpicPicker, IterationPicker } from '#web/plan/pickers/on-demand.ts'
import { isInGroup } from '#web/plan/place.ts'
import type { Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { BulkChoice } from './BulkChoice.tsx'
import { BulkDay } from './BulkDay.tsx'
import type { Update } from './bulk-update.ts'
import { doneWith, valueWords } from './bulk-words.ts'

const CountForm = onDemand(() =>
  import('#web/plan/issuable/sidebar/widgets/CountForm.tsx').then(module => module.CountForm),
)

interface BulkIssueChoicesProps {
  readonly namespace: Place
  /** All of them. */
  readonly areIncidents: boolean
  readonly onUpdate: (update: Update, done: DoneWords, what: string) => void
}

/** The choices that only issues have. @source LIST-016 */
export function BulkIssueChoices({ namespace, areIncidents, onUpdate }: BulkIssueChoicesProps) {
  const { fullPath, kind } = namespace
  const isGroup = kind === 'group'
  const incidentChoice = (name: 'severity' | 'escalationStatus', label: string) => (
    <BulkChoice label={label} name={name} part={ChoicePicker}>
      {close => (
        <ChoicePicker
          name={name}
          current={undefined}
          onPick={value => {
            close()
            // The picker offers the values of the attribute.
            if (value !== null)
              onUpdate(
                { [name]: value } as Update,
                doneWith(`Updated ${label.toLowerCase()}`),
                valueWords(label.toLowerCase(), choiceOf(name, value)?.label ?? value),
              )
          }}
          onClose={close}
        />
      )}
    </BulkChoice>
  )
  return (
    <>
      {isInGroup(namespace) && (
        <BulkChoice label="Epic" name="epic" part={EpicPicker}>
          {close => (
            <EpicPicker
              group={isGroup ? fullPath : fullPath.slice(0, fullPath.lastIndexOf('/'))}
              current={undefined}
              onPick={epic => {
                close()
                onUpdate({ epicId: epic?.id ?? 0 }, doneWith('Updated epic'), valueWords('epic', epic?.title ?? null))
              }}
              onClose={close}
            />
          )}
        </BulkChoice>
      )}
      {isInGroup(namespace) && (
        <BulkChoice label="Iteration" name="iteration" part={IterationPicker}>
          {close => (
            <IterationPicker
              namespace={fullPath}
              current={undefined}
              onPick={iteration => {
                close()
                onUpdate(
                  { sprintId: iteration?.id ?? 0 },
                  doneWith('Updated iteration'),
                  valueWords('iteration', iteration === null ? null : iterationName(iteration)),
                )
              }}
              onClose={close}
            />
          )}
        </BulkChoice>
      )}
      {areIncidents ? (
        <>
          {incidentChoice('severity', 'Severity')}
          {incidentChoice('escalationStatus', 'Status')}
        </>
      ) : (
        <BulkChoice label="Health status" name="healthStatus" part={ChoicePicker}>
          {close => (
            <ChoicePicker
              name="healthStatus"
              current={undefined}
              onPick={value => {
                close()
                // The picker offers the values of the attribute.
                onUpdate(
                  { healthStatus: (value ?? '0') as NonNullable<Update['healthStatus']> },
                  doneWith('Updated health status'),
                  valueWords('health status', value === null ? null : wordOf(value)),
                )
              }}
              onClose={close}
            />
          )}
        </BulkChoice>
      )}
      <BulkDay name="dueDate" label="Due date" none="No due date" onUpdate={onUpdate} />
      <BulkChoice label="Weight" name="weight" part={CountForm} padded>
        {close => {
          const pick = (weight: number | null) => {
            close()
            onUpdate(
              { weight: weight ?? -1 },
              doneWith('Updated weight'),
              valueWords('weight', weight === null ? null : String(weight)),
            )
          }
          return (
            <Stack gap={2}>
              <CountForm name="weight" value={null} isBulk onSubmit={weight => weight !== null && pick(weight)} />
              <Button block onClick={() => pick(null)}>
                No weight
              </Button>
            </Stack>
          )
        }}
      </BulkChoice>
    </>
  )
}

/** `on_track` as "on track". */
const wordOf = (value: string): string => value.replaceAll('_', ' ')
