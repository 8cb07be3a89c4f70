import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import { call } from '#web/api/client.ts'
import { getIssuePage, getPublication, updatePublication } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useIssuePage } from '../issue-page-context.ts'

interface PublicTitleDialogProps {
  readonly onClose: () => void
}

/** Corrects the title of an incident on the status page, without an update. */
export function PublicTitleDialog({ onClose }: PublicTitleDialogProps) {
  const { namespace, issue } = useIssuePage()
  const { data } = useReading(getPublication, { id: namespace.fullPath, issueIid: issue.iid })
  return data === undefined ? null : <TitleForm saved={data.title} onClose={onClose} />
}

function TitleForm({ saved, onClose }: PublicTitleDialogProps & { readonly saved: string }) {
  const { namespace, issue } = useIssuePage()
  const draft = useKeptDraft(`public title ${issue.id}`, { title: saved }, { isNew: false })
  const { title } = draft.values
  const save = useCall(
    (_: null) =>
      call(updatePublication, {
        ...{ id: namespace.fullPath, issueIid: issue.iid },
        ...{ ...draft.changes, expected: draft.expected },
      }),
    {
      refreshes: [getIssuePage, getPublication],
      onSuccess: () => {
        draft.forget()
        onClose()
        showToast('Public title saved')
      },
    },
  )
  return (
    <FormDialog
      title="Edit public title"
      description={
        <>
          Anyone on the internet can read it at <bdi>{statusPagePath(namespace.fullPath)}</bdi>. Subscribers get no
          email about the change.
        </>
      }
      draft={draft}
      onClose={onClose}
      submit="Save public title"
      disabled={title.trim() === ''}
      busy={save.isPending}
      problem={saveProblem(save.error, draft.overlaps, ['title'])}
      onSubmit={() => (draft.isChanged ? save.mutate(null) : onClose())}
    >
      <DraftOverlaps draft={draft} labels={{ title: 'Public title' }} save={save} />
      <FormField label="Public title" required refusal={fieldProblem(save.error, 'title', 'Public title')}>
        <TextInput
          data-autofocus
          autoComplete="off"
          maxLength={statusLimits.title}
          value={title}
          onValue={next => draft.set({ title: next })}
        />
      </FormField>
    </FormDialog>
  )
}
