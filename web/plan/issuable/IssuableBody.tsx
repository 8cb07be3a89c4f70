import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useViewer } from '#web/api/viewer.ts'
import { shortcuts } from '#web/shortcuts.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useOpening } from '#web/ui/use-opening.tsx'
import { Description } from './description/Description.tsx'
import { type HeaderParts, IssuableHeader } from './header/IssuableHeader.tsx'
import styles from './IssuableBody.module.css'
import { IssuableReactions } from './IssuableReactions.tsx'
import { useIssuable } from './issuable-context.tsx'
import { PinnedLinks } from './PinnedLinks.tsx'
import { useWidgets } from './sidebar/use-widgets.ts'

const StickyHeader = onDemand(() => import('./header/StickyHeader.tsx').then(module => module.StickyHeader), {
  holdsKeys: false,
})

const DescriptionNews = onDemand(
  () => import('#web/discuss/news/DescriptionNews.tsx').then(module => module.DescriptionNews),
  { holdsKeys: false },
)

const DraftNotice = onDemand(() => import('./edit/DraftNotice.tsx').then(module => module.DraftNotice), {
  holdsKeys: false,
})

const EditForm = onDemand(() => import('./edit/EditForm.tsx').then(module => module.EditForm))

interface BodyParts extends HeaderParts {
  /** Another view of the page shows only the header. */
  readonly isTextShown?: boolean
}

interface BodyProps {
  readonly header: BodyParts
  /** Whether the body is in a panel over a page, which it does not scroll with. */
  readonly isOverPage?: boolean
}

/** Title, description and reactions, or the form that edits them. */
export function IssuableBody({ header, isOverPage = false }: BodyProps) {
  const { isTextShown = true, ...parts } = header
  const { kind, issuable, permissions, viewer, target, statusPage } = useIssuable()
  const { user } = useViewer()
  const [isEditing, setEditing] = useState(false)
  const [shown, setShown] = useState<HTMLElement | null>(null)
  const canEdit = permissions.canUpdate
  // The text stays until the form's script is there.
  const [held, show] = useOpening(EditForm)
  const edit = () => show(() => setEditing(true))
  const editButton = useRef<HTMLButtonElement>(null)
  const stopEditing = () => {
    flushSync(() => setEditing(false))
    // The form is gone with the focus in it.
    if (document.activeElement === document.body) editButton.current?.focus({ preventScroll: true })
  }
  const openWidget = useWidgets()
  const open = (name: string) => permissions.canSetMetadata && (() => openWidget(name))

  useShortcuts(shortcuts.issuable, {
    edit: canEdit && edit,
    assignees: open('assignees'),
    milestone: open('milestone'),
    labels: open('labels'),
    copyReference: () => {
      void copyText(issuable.reference.full).then(isCopied =>
        showToast(isCopied ? `Copied ${issuable.reference.full}` : 'Could not copy the reference', {
          tone: isCopied ? 'info' : 'danger',
        }),
      )
    },
  })

  if (isEditing && canEdit) return <EditForm onClose={stopEditing} />
  return (
    <>
      {held}
      {!isOverPage && (
        <AtRest>
          <StickyHeader watched={shown} marks={parts.marks} />
        </AtRest>
      )}
      <article aria-label={issuable.title}>
        <IssuableHeader ref={setShown} editRef={editButton} onEdit={edit} isOverPage={isOverPage} {...parts} />
        <AtRest>
          <DraftNotice onContinue={canEdit ? edit : null} />
        </AtRest>
        {isTextShown && (
          <>
            <AtRest>
              <DescriptionNews kind={kind} {...target} reading={viewer.reading} />
            </AtRest>
            <PinnedLinks html={issuable.descriptionHtml} isPublished={statusPage?.isPublished} />
            <Description onEdit={edit} />
            <div className={styles.reactions}>
              <IssuableReactions canReact={permissions.canAwardEmoji && user !== null} />
            </div>
          </>
        )}
      </article>
    </>
  )
}
