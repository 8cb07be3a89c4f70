import { PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { namespaceTopic } from '#contract/live-topics.ts'
import {
  deleteGroupBadge,
  deleteProjectBadge,
  listGroupBadges,
  listProjectBadges,
  namespacePage,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Chip } from '../Chip.tsx'
import { BadgeDialog } from './BadgeDialog.tsx'
import { BadgeImage } from './BadgeImage.tsx'
import styles from './BadgesCard.module.css'
import { type Badge, type BadgePlace, badgeName } from './badge.ts'

/** The badges of a project or group in its settings. */
export function BadgesCard({ place }: { readonly place: BadgePlace }) {
  const [editing, setEditing] = useState<Badge | 'new' | null>(null)
  const { data: badges } = useReading(
    place.kind === 'project' ? listProjectBadges : listGroupBadges,
    { id: place.id, perPage: 100 },
    { topics: () => [namespaceTopic(place)] },
  )
  return (
    <Card
      title="Badges"
      description={
        place.kind === 'project'
          ? 'Small images with links, shown on the project home page.'
          : 'Small images with links, shown on the home page of every project in the group.'
      }
      aside={
        <Button icon={<PlusIcon />} onClick={() => setEditing('new')}>
          Add badge
        </Button>
      }
    >
      {badges === undefined ? (
        <Skeleton />
      ) : badges.length === 0 ? (
        <FormNote>No badges yet.</FormNote>
      ) : (
        <ul aria-label="Badges" className={styles.badges}>
          {badges.map(badge => (
            <BadgeRow key={badge.id} place={place} badge={badge} onEdit={() => setEditing(badge)} />
          ))}
        </ul>
      )}
      {editing !== null && (
        <BadgeDialog
          place={place}
          badge={editing === 'new' ? null : nowOf(badges, editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}

interface BadgeRowProps {
  readonly place: BadgePlace
  readonly badge: Badge
  readonly onEdit: () => void
}

function BadgeRow({ place, badge, onEdit }: BadgeRowProps) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = useOperation(place.kind === 'project' ? deleteProjectBadge : deleteGroupBadge, {
    refreshes: [listProjectBadges, listGroupBadges, namespacePage],
    onSuccess: () => showToast('Badge removed'),
  })
  const name = badgeName(badge)
  return (
    <li className={styles.row}>
      <BadgeImage src={badge.renderedImageUrl} name={name} />
      <span className={styles.name}>
        <TextLink href={badge.renderedLinkUrl} target="_blank" rel="noopener noreferrer nofollow">
          {name}
        </TextLink>
      </span>
      {badge.kind === place.kind ? (
        <>
          <IconButton label={`Edit ${name}`} icon={<PencilIcon />} size="s" onClick={onEdit} />
          <IconButton label={`Remove ${name}`} icon={<TrashIcon />} size="s" onClick={() => setRemoving(true)} />
        </>
      ) : (
        <Chip>Group</Chip>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirm="Remove badge"
          write={remove}
          onConfirm={() => remove.mutate({ id: place.id, badgeId: badge.id })}
          onClose={() => setRemoving(false)}
        >
          {place.kind === 'project'
            ? 'It will no longer appear on the project home page.'
            : 'It will no longer appear on any project in the group.'}
        </ConfirmDialog>
      )}
    </li>
  )
}
