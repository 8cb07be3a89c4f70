import { Fragment } from 'react'
import { urlCharacters } from '#contract/url-limits.ts'
import {
  createGroupBadge,
  createProjectBadge,
  listGroupBadges,
  listProjectBadges,
  namespacePage,
  renderGroupBadge,
  renderProjectBadge,
  updateGroupBadge,
  updateProjectBadge,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { DraftOverlaps } from '../OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { BadgeImage } from './BadgeImage.tsx'
import styles from './BadgesCard.module.css'
import { type Badge, type BadgePlace, badgeName } from './badge.ts'

interface BadgeDialogProps {
  readonly place: BadgePlace
  /** Null for a new one. */
  readonly badge: Badge | null
  readonly onClose: () => void
}

const labels = { name: 'Name', linkUrl: 'Link', imageUrl: 'Image' } as const
const placeholders = [
  'project_path',
  'project_title',
  'project_name',
  'project_id',
  'project_namespace',
  'group_name',
  'gitlab_server',
  'default_branch',
  'commit_sha',
  'latest_tag',
]
const blank = { name: '', linkUrl: '', imageUrl: '' }

export function BadgeDialog({ place, badge, onClose }: BadgeDialogProps) {
  const saved = badge === null ? blank : { name: badge.name ?? '', linkUrl: badge.linkUrl, imageUrl: badge.imageUrl }
  const draft = useDraft(saved)
  const { values } = draft
  const [asked, setAsked] = useDebouncedState({ linkUrl: saved.linkUrl, imageUrl: saved.imageUrl })
  const told = {
    refreshes: [listProjectBadges, listGroupBadges, namespacePage],
    onSuccess: () => {
      showToast(badge === null ? 'Badge added' : 'Badge saved')
      onClose()
    },
  }
  const isProject = place.kind === 'project'
  const create = useOperation(isProject ? createProjectBadge : createGroupBadge, told)
  const update = useOperation(isProject ? updateProjectBadge : updateGroupBadge, told)
  const { error } = badge === null ? create : update
  const isPending = create.isPending || update.isPending

  function set(changes: Partial<typeof blank>) {
    draft.set(changes)
    const { linkUrl, imageUrl } = { ...values, ...changes }
    setAsked({ linkUrl: linkUrl.trim(), imageUrl: imageUrl.trim() })
  }

  function submit() {
    const trimmed = <T extends object>(fields: T) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value).trim()]))
    if (badge === null)
      create.mutate({
        id: place.id,
        name: values.name.trim(),
        linkUrl: values.linkUrl.trim(),
        imageUrl: values.imageUrl.trim(),
      })
    else update.mutate({ id: place.id, badgeId: badge.id, ...trimmed(draft.changes), expected: draft.expected })
  }

  return (
    <FormDialog
      title={badge === null ? 'Add badge' : 'Edit badge'}
      onClose={onClose}
      submit={badge === null ? 'Add badge' : 'Save changes'}
      busy={isPending}
      problem={saveProblem(error, draft.overlaps, ['name', 'linkUrl', 'imageUrl'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField label="Name" optional refusal={fieldProblem(error, 'name', 'Name')}>
        <TextInput maxLength={255} value={values.name} onValue={name => set({ name })} />
      </FormField>
      <FormField label="Link" refusal={fieldProblem(error, 'linkUrl', 'Link')}>
        <TextInput
          code
          type="url"
          maxLength={urlCharacters}
          placeholder="https://example.com/%{project_path}"
          value={values.linkUrl}
          onValue={linkUrl => set({ linkUrl })}
        />
      </FormField>
      <FormField label="Image" refusal={fieldProblem(error, 'imageUrl', 'Image')}>
        <TextInput
          code
          type="url"
          maxLength={urlCharacters}
          placeholder="https://example.com/%{project_path}/badge.svg"
          value={values.imageUrl}
          onValue={imageUrl => set({ imageUrl })}
        />
      </FormField>
      <FormNote>
        Placeholders:{' '}
        {placeholders.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <code className={styles.placeholder}>{`%{${name}}`}</code>
          </Fragment>
        ))}
      </FormNote>
      <Preview place={place} name={values.name} {...asked} />
    </FormDialog>
  )
}

interface PreviewProps {
  readonly place: BadgePlace
  readonly name: string
  readonly linkUrl: string
  readonly imageUrl: string
}

/** The badge as pages will show it, once both URLs are complete. */
function Preview({ place, name, linkUrl, imageUrl }: PreviewProps) {
  const isComplete = [linkUrl, imageUrl].every(each => /^https?:\/\/[^/\s]+/i.test(each))
  const { data, isError } = useReading(
    place.kind === 'project' ? renderProjectBadge : renderGroupBadge,
    { id: place.id, linkUrl, imageUrl },
    { enabled: isComplete },
  )
  const shown = isComplete && !isError ? data : undefined
  return (
    <section aria-label="Preview" className={styles.preview}>
      {shown === undefined ? (
        'Enter both URLs to see a preview.'
      ) : (
        <>
          <BadgeImage src={shown.renderedImageUrl} name={badgeName({ ...shown, name: name.trim() || null })} />
          <span className={styles.name}>{shown.renderedLinkUrl}</span>
        </>
      )}
    </section>
  )
}
