import { PlusIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { useOpening } from '#web/ui/use-opening.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { RelatedGroup } from './RelatedGroup.tsx'
import styles from './RelatedIssues.module.css'
import { groupsOf } from './related.ts'
import { useRelated } from './use-related.ts'

const AddRelatedForm = onDemand(() => import('./AddRelatedForm.tsx').then(module => module.AddRelatedForm))

/** The links of the issue. Without any, only a small button shows. @source RELATED-001, RELATED-002 */
export function RelatedIssues() {
  const { issue, permissions } = useIssuePage()
  const related = useRelated()
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const canLink = permissions.canLink
  const { items, reload, isChanging } = related
  const steady = useSteadyList(String(issue.id), items, item => item.linkId, isChanging)
  // The button stays until the form's script is there.
  const [held, show] = useOpening(AddRelatedForm)
  const open = () => show(() => setAdding(true))
  const close = () => {
    setAdding(false)
    // The button is back when the form is gone.
    requestAnimationFrame(() => opener.current?.focus())
  }

  if (steady.rows.length === 0 && !isAdding && !reload.isError)
    return (
      <SteadyArea of={steady} noun="linked issue" className={canLink ? styles.area : undefined}>
        {canLink && (
          <div data-actions="" className={styles.quiet}>
            {held}
            <Button ref={opener} variant="quiet" size="s" icon={<PlusIcon />} onClick={open}>
              Link an issue
            </Button>
          </div>
        )}
      </SteadyArea>
    )
  return (
    <SteadyArea of={steady} noun="linked issue" className={styles.area}>
      <Card
        flush
        title={
          <span className={styles.title}>
            Linked issues <CounterBadge count={items.length} />
          </span>
        }
        aside={
          canLink && (
            <>
              {held}
              <IconButton
                ref={opener}
                label="Add a linked issue"
                data-action=""
                icon={<PlusIcon />}
                size="s"
                aria-expanded={isAdding}
                onClick={() => (isAdding ? close() : open())}
              />
            </>
          )
        }
      >
        {isAdding && (
          <AddRelatedForm key={issue.id} add={related.add} taken={items.map(item => item.reference)} onClose={close} />
        )}
        {reload.isError && (
          <div className={styles.problem}>
            {/* @source ERRMSG-064 */}
            <Banner
              tone="danger"
              action={
                <Button size="s" busy={reload.isPending} onClick={() => reload.mutate()}>
                  Try again
                </Button>
              }
              onDismiss={reload.reset}
            >
              {messages.fetchLinks}
            </Banner>
          </div>
        )}
        {groupsOf(steady.rows).map(group => (
          <RelatedGroup
            key={group.type}
            group={group}
            canLink={canLink}
            removingId={related.removingId}
            onRemove={related.remove}
            onMove={related.reorder}
          />
        ))}
      </Card>
    </SteadyArea>
  )
}
