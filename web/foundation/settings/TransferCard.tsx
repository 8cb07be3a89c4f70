import { useState } from 'react'
import type { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Form, FormActions, FormNote } from '../Form.tsx'
import { NamespacePicker } from '../places/NamespacePicker.tsx'
import type { FoundTargets, Target } from '../places/use-targets.ts'
import { formProblem } from '../problems.ts'

interface TransferCardProps {
  readonly of: 'project' | 'group'
  readonly description: string
  /** What the field for the new place is called. */
  readonly label: string
  readonly note: string
  /** The last part of its address, which is typed to confirm. */
  readonly path: string
  readonly found: FoundTargets
  /** It may go to the top, where nothing is chosen. */
  readonly canGoToTop?: boolean
  readonly placeholder?: string
  readonly move: { readonly isPending: boolean; readonly error: CallError | null }
  readonly onMove: (target: Target | null, close: () => void) => void
}

/** Move a project or group below another place, after its path was typed. */
export function TransferCard(props: TransferCardProps) {
  const { of, path, move, canGoToTop = false } = props
  const [target, setTarget] = useState<Target | null>(null)
  const [isAsking, setAsking] = useState(false)
  const canGo = target !== null || canGoToTop
  return (
    <Card title="Transfer" description={props.description}>
      <Form onSubmit={() => canGo && setAsking(true)}>
        <FormField label={props.label}>
          <NamespacePicker
            label={props.label}
            found={props.found}
            chosen={target}
            {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
            onChosen={setTarget}
          />
        </FormField>
        <FormNote>{props.note}</FormNote>
        <FormActions>
          <Button type="submit" disabled={!canGo}>
            Transfer {of}
          </Button>
        </FormActions>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={target === null ? 'Transfer to the top?' : `Transfer to ${target.fullName}?`}
          confirm={`Transfer ${of}`}
          typed={path}
          busy={move.isPending}
          error={formProblem(move.error)}
          onConfirm={() => props.onMove(target, () => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          Its new address is {target === null ? path : `${target.fullPath}/${path}`}.
        </ConfirmDialog>
      )}
    </Card>
  )
}
