import type { ReactNode } from 'react'
import type { InputOf } from '#contract/operation.ts'
import type { CallError } from '#web/api/client.ts'
import { useOperation } from '#web/api/query.ts'
import type { Draft, Sent } from '#web/ui/forms/draft.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type FieldLabels, type Overlap, OverlapBanner, overlapsIn } from '../OverlapBanner.tsx'
import { type NamespaceKind, namespaceKinds, namespacePages } from '../places/kinds.ts'
import { saveProblem } from '../problems.ts'

export interface EditedNamespace {
  readonly kind: NamespaceKind
  readonly id: number
}

type Update =
  | typeof import('#contract/foundation/projects.ts').updateProject
  | typeof import('#contract/foundation/groups.ts').updateGroup
type SettingsChanges = Omit<InputOf<Update>, 'id'>

/** Save settings of a project or group. */
export function useChange(
  { kind, id }: EditedNamespace,
  successMessage: string,
  onSaved?: (sent: SettingsChanges) => void,
) {
  const change = useOperation(namespaceKinds[kind].update, {
    refreshes: namespacePages,
    onSuccess: (_, sent) => {
      onSaved?.(sent)
      showToast(successMessage)
    },
  })
  return {
    change,
    save: (changes: SettingsChanges) => {
      if (!change.isPending) change.mutate({ id, ...changes })
    },
  }
}

/** Fields that are edited and saved together. */
export interface FormPart {
  readonly changes: SettingsChanges
  /** The values of the changed fields when their change began. */
  readonly expected: object
  /** Fields that another user saved meanwhile. */
  readonly overlaps: readonly Overlap[]
  readonly keep: () => void
  readonly discard: () => void
  /** These changes are saved; text typed since stays. */
  readonly saved: (sent: SettingsChanges) => void
}

export const partOf = <T extends SettingsChanges>(draft: Draft<T>, labels: FieldLabels<T>): FormPart => ({
  ...draft,
  // Some of the fields of T, which are changes.
  changes: draft.changes as SettingsChanges,
  overlaps: overlapsIn(draft, labels),
  keep: () => draft.keep(),
  saved: sent => draft.saved(sent as Sent<T>),
})

interface SettingsFormProps {
  readonly namespace: EditedNamespace
  readonly title: string
  /** "Save access". */
  readonly button: string
  /** "Permissions saved". */
  readonly successMessage: string
  readonly parts: readonly FormPart[]
  /** Fields that show their own problems, by their names in the contract. */
  readonly shown: readonly string[]
  readonly children: (error: CallError | null) => ReactNode
}

/** A card of settings that are saved together, unless another user saved them meanwhile. */
export function SettingsForm({ namespace, title, button, successMessage, parts, shown, children }: SettingsFormProps) {
  const { change, save } = useChange(namespace, successMessage, sent => {
    for (const part of parts) part.saved(sent)
  })
  const overlaps = parts.flatMap(part => part.overlaps)
  const changes: SettingsChanges = Object.assign({}, ...parts.map(part => part.changes))
  const settle = (verb: 'keep' | 'discard') => () => {
    for (const part of parts) part[verb]()
    change.reset()
  }
  return (
    <Card title={title}>
      <Form
        problem={saveProblem(change.error, overlaps, shown)}
        onSubmit={() => {
          if (Object.keys(changes).length === 0) return
          save({ ...changes, expected: Object.assign({}, ...parts.map(part => part.expected)) })
        }}
      >
        <OverlapBanner overlaps={overlaps} save={change} onKeep={settle('keep')} onDiscard={settle('discard')} />
        {children(change.error)}
        <FormActions submit={button} busy={change.isPending} />
      </Form>
    </Card>
  )
}
