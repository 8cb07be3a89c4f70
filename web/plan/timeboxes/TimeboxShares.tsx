import { type ReactNode, useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { changed } from '#web/plan/lists/list-address.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import styles from './TimeboxShares.module.css'

type Shares = ReplyOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonePage>['shares']

interface TimeboxSharesProps {
  readonly shares: Shares
  /** The path of the page. */
  readonly path: string
}

/** The number of issues of each person and each label in a milestone or iteration. A row filters the page. */
export function TimeboxShares({ shares: { people, labels }, path }: TimeboxSharesProps) {
  const [by, setBy] = useState<'person' | 'label'>('person')
  const search = usePageSearch()
  if (people.length === 0) return null
  const href = (words: Parameters<typeof changed>[1]) => addressOf(path, changed(search, words))
  return (
    <Card
      title="Assignees and labels"
      className={styles.card}
      aside={
        <ButtonGroup label="Show issues by">
          <Button size="s" aria-pressed={by === 'person'} onClick={() => setBy('person')}>
            Assignee
          </Button>
          <Button size="s" aria-pressed={by === 'label'} onClick={() => setBy('label')}>
            Label
          </Button>
        </ButtonGroup>
      }
    >
      {by === 'label' && labels.length === 0 && <p className={styles.none}>No labels</p>}
      <ul className={styles.list} aria-label={`Issues by ${by === 'person' ? 'assignee' : 'label'}`}>
        {by === 'person'
          ? people.map(({ user, ...share }) => (
              <Row
                key={user?.id ?? 0}
                name={user?.name ?? 'No assignee'}
                href={href(
                  user === null
                    ? { assignee_id: 'None', assignee_username: undefined }
                    : { assignee_username: [user.username], assignee_id: undefined },
                )}
                share={share}
              >
                {user !== null && <Avatar {...user} sizePx={20} named={false} />}
                <bdi className={styles.name}>{user?.name ?? 'No assignee'}</bdi>
              </Row>
            ))
          : labels.map(({ label, ...share }) => (
              <Row key={label.id} name={label.name} href={href({ labels: [label.name] })} share={share}>
                <LabelChip title={label.name} color={label.color} textColor={label.textColor} description={null} />
              </Row>
            ))}
      </ul>
    </Card>
  )
}

interface RowProps {
  readonly name: string
  readonly href: string
  readonly share: Omit<Shares['people'][number], 'user'>
  readonly children: ReactNode
}

function Row({ name, href, share: { openIssuesCount, closedIssuesCount, weight }, children }: RowProps) {
  const total = openIssuesCount + closedIssuesCount
  return (
    <li className={styles.row}>
      <Anchor href={href} className={styles.who}>
        {children}
      </Anchor>
      <span className={styles.figures}>
        {weight > 0 && (
          <span className={styles.weight} title={`Weight ${weight}`}>
            <WeightIcon size={12} />
            {weight.toLocaleString('en')}
          </span>
        )}
        {closedIssuesCount} of {total} closed
      </span>
      <ProgressBar label={`${name}: issues closed`} value={closedIssuesCount} of={total} />
    </li>
  )
}
