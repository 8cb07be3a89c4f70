import {
  type DismissalReason,
  dismissalReasons,
  type VulnerabilityState,
  vulnerabilityLimits,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { CallError } from '#web/api/client.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { actionLabels, reasonLabels, stateLabels } from './messages.ts'

interface StateChangeInput {
  readonly state: VulnerabilityState
  readonly comment: string
  readonly dismissalReason?: DismissalReason
}

interface StateDialogProps {
  readonly state: VulnerabilityState
  /** The vulnerabilities that are changed, in words: `3 vulnerabilities`. */
  readonly of: string
  readonly busy: boolean
  readonly error: CallError | null
  /** The state that someone else has given it since the dialog opened; null if nobody has. */
  readonly changedTo?: VulnerabilityState | null
  readonly onClose: () => void
  /** @param forget  call it once the change is saved: until then, what was typed is kept */
  readonly onSubmit: (change: StateChangeInput, forget: () => void) => void
}

interface StateDraft {
  readonly comment: string
  readonly reason: DismissalReason
}

const untouched: StateDraft = { comment: '', reason: 'acceptable_risk' }

/** Asks for the reason of a new state. */
export function StateDialog({ state, of, busy, error, changedTo = null, onClose, onSubmit }: StateDialogProps) {
  const draft = useKeptDraft<StateDraft>(`vulnerability ${state}`, untouched, { isNew: true })
  const { comment, reason } = draft.values
  const isDismissal = state === 'dismissed'
  return (
    <FormDialog
      title={state === 'detected' ? `Set ${of} to detected` : `${actionLabels[state]} ${of}`}
      onClose={onClose}
      submit={actionLabels[state]}
      busy={busy}
      problem={changedTo === null ? formProblem(error, ['comment']) : null}
      draft={draft}
      onSubmit={() =>
        onSubmit({ state, comment: comment.trim(), ...(isDismissal && { dismissalReason: reason }) }, draft.forget)
      }
    >
      {changedTo !== null && (
        <Banner tone="warning">
          Someone else set the state to {stateLabels[changedTo].toLowerCase()}. Close this dialog to keep it, or
          continue to replace it.
        </Banner>
      )}
      {isDismissal && (
        <FormField label="Reason">
          <Select
            value={reason}
            options={dismissalReasons.map(value => ({ value, label: reasonLabels[value] }))}
            onValue={next => draft.set({ reason: next })}
          />
        </FormField>
      )}
      <FormField
        label="Comment"
        optional
        hint="The history shows it to everyone who can see the vulnerability."
        refusal={fieldProblem(error, 'comment', 'Comment')}
      >
        <TextArea
          data-autofocus
          rows={4}
          maxLength={vulnerabilityLimits.comment}
          value={comment}
          onValue={next => draft.set({ comment: next })}
        />
      </FormField>
    </FormDialog>
  )
}
