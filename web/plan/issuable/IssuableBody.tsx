import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useViewer } from '#web/api/viewer.ts'
import { DescriptionNews } from '#web/discuss/news/DescriptionNews.tsx'
import { discussedIssues } from '#web/plan/issues/discussed-issues.ts'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { useShortcuts } from '#web/ui/actions/shortcuts.ts'
import { useFolded } from '#web/ui/layout/folded.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Description } from './description/Description.tsx'
import { DraftNotice, KeptDraft } from './edit/DraftNotice.tsx'
import { EditForm } from './edit/EditForm.tsx'
import { IssuableHeader } from './header/IssuableHeader.tsx'
import { StickyHeader } from './header/StickyHeader.tsx'
import styles from './IssuableBody.module.css'
import { IssuableReactions } from './IssuableReactions.tsx'
import { targetOf, useIssuePage } from './issuable-context.tsx'
import { type MountName, openWidget } from './sidebar/mounts.tsx'

/** Title, description and reactions, or the form that edits them. */
export function IssuableBody() {
  const page = useIssuePage()
  const { issue, permissions } = page
  const { user } = useViewer()
  const [isEditing, setEditing] = useState(false)
  const [header, setHeader] = useState<HTMLElement | null>(null)
  const canEdit = permissions.canUpdate
  const edit = () => setEditing(true)
  const editButton = useRef<HTMLButtonElement>(null)
  const stopEditing = () => {
    flushSync(() => setEditing(false))
    // The form is gone with the focus in it.
    if (document.activeElement === document.body) editButton.current?.focus({ preventScroll: true })
  }
  const [, setFolded] = useFolded('sidebar')
  const open = (name: MountName) => () => {
    // A folded sidebar has no editors until it is unfolded.
    flushSync(() => setFolded(false))
    openWidget(name)
  }

  useShortcuts({
    ...(canEdit && { e: { label: 'Edit title and description', run: edit } }),
    ...(permissions.canSetMetadata && {
      a: { label: 'Choose assignees', run: open('assignees') },
      m: { label: 'Choose a milestone', run: open('milestone') },
      l: { label: 'Choose labels', run: open('labels') },
    }),
    'c r': {
      label: 'Copy the reference',
      run: () => {
        void copyText(issue.reference.full).then(isCopied =>
          showToast(isCopied ? `Copied ${issue.reference.full}` : 'Could not copy the reference', {
            tone: isCopied ? 'info' : 'danger',
          }),
        )
      },
    },
  })

  if (isEditing && canEdit) return <EditForm onClose={stopEditing} />
  return (
    <>
      <StickyHeader watched={header} />
      <article aria-label={issue.title}>
        <IssuableHeader ref={setHeader} editRef={editButton} onEdit={edit} />
        {canEdit ? <DraftNotice onContinue={edit} /> : <KeptDraft />}
        <DescriptionNews kind={discussedIssues} {...targetOf(page)} reading={page.viewer.reading} />
        <Description onEdit={edit} />
        <div className={styles.reactions}>
          <IssuableReactions canReact={permissions.canAwardEmoji && user !== null} />
        </div>
      </article>
    </>
  )
}
