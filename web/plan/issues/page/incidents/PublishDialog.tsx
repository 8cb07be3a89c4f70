import { useState } from 'react'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { statusLimits, type UpdateStatus } from '#contract/plan/incidents/status-words.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { call } from '#web/api/client.ts'
import {
  getIssuePage,
  getPublication,
  postPublicUpdate,
  publishIncident,
  unpublishIncident,
} from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { forgetText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useCall } from '#web/api/use-call.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import {
  changedImpacts,
  ImpactFields,
  type Impacts,
  impactsOf,
  PublicPreview,
  UpdateFields,
} from '#web/plan/status-page/PublicText.tsx'
import type { PublicationData } from '#web/plan/status-page/shapes.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useIssuePage } from '../issue-page-context.ts'

interface DialogProps {
  readonly onClose: () => void
}

/** Publishes an incident on the status page, or posts an update of a published one. @source ISSUE-009 */
export function PublishDialog({ onClose }: DialogProps) {
  const { namespace, issue } = useIssuePage()
  const { data } = useReading(getPublication, { id: namespace.fullPath, issueIid: issue.iid })
  return data === undefined ? null : <PublicForm publication={data} onClose={onClose} />
}

function PublicForm({ publication, onClose }: DialogProps & { readonly publication: PublicationData }) {
  const { namespace, issue } = useIssuePage()
  // The state when the dialog was opened: the page may be newer.
  const [{ isPublished, title: firstTitle, components, updates }] = useState(publication)
  const { choices } = publication
  const before = impactsOf(components)
  const place = textBoxes.publicMessage(issue.id)
  const text = useKeptText(place, '', null, { fields: { title: firstTitle } })
  const title = isPublished ? firstTitle : (text.fields.title ?? '')
  const [status, setStatus] = useState<UpdateStatus>(updates[0]?.status ?? 'investigating')
  const [impacts, setImpacts] = useState<Impacts>(before)
  const at = { id: namespace.fullPath, issueIid: issue.iid }
  const save = useCall(
    (message: string) => {
      const sent = { ...at, message, status, components: changedImpacts(before, impacts) }
      return isPublished ? call(postPublicUpdate, sent) : call(publishIncident, { ...sent, title: title.trim() })
    },
    {
      refreshes: [getIssuePage, getPublication],
      onSuccess: () => {
        forgetText(place)
        onClose()
        showToast(isPublished ? 'Update posted' : 'Published on the status page')
      },
    },
  )
  const { short } = issue.reference
  return (
    <FormDialog
      title={isPublished ? 'Post an update on the status page' : `Publish incident ${short}`}
      description={
        <>
          Anyone on the internet can read it at <bdi>{statusPagePath(namespace.fullPath)}</bdi>.
        </>
      }
      onClose={onClose}
      size="l"
      submit={isPublished ? 'Post update' : 'Publish incident'}
      disabled={text.text.trim() === '' || title.trim() === ''}
      busy={save.isPending}
      problem={formProblem(save.error, ['title', 'message'])}
      onSubmit={() => save.mutate(text.text)}
    >
      <UnsentOffer places={[place]} />
      {!isPublished && (
        <FormField
          label="Public title"
          hint={
            firstTitle === ''
              ? 'This incident comes from an alert, whose title may name internal systems. Write one for the public.'
              : 'Taken from the incident. Leave out anything internal.'
          }
          required
          refusal={fieldProblem(save.error, 'title', 'Public title')}
        >
          <TextInput
            data-autofocus
            autoComplete="off"
            maxLength={statusLimits.title}
            value={title}
            onValue={next => text.setFields({ title: next })}
          />
        </FormField>
      )}
      <UpdateFields status={status} message={text.text} onStatus={setStatus} onMessage={text.setText} />
      <ImpactFields
        choices={choices}
        impacts={impacts}
        onImpact={(id, impact) => setImpacts({ ...impacts, [id]: impact })}
      />
      <PublicPreview title={title} status={status} message={text.text} choices={choices} impacts={impacts} />
    </FormDialog>
  )
}

/** Removes an incident from the status page. */
export function UnpublishDialog({ onClose }: DialogProps) {
  const { namespace, issue } = useIssuePage()
  const save = useCall(() => call(unpublishIncident, { id: namespace.fullPath, issueIid: issue.iid }), {
    refreshes: [getIssuePage],
    onSuccess: () => {
      onClose()
      showToast('Removed from the status page')
    },
  })
  return (
    <ConfirmDialog
      title={`Remove incident ${issue.reference.short} from the status page?`}
      confirm="Remove incident"
      write={save}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <p>
        Visitors to the status page will no longer see this incident, and it no longer counts in the uptime. Its public
        texts are deleted. The incident itself does not change.
      </p>
    </ConfirmDialog>
  )
}
