import { dayWords } from '#contract/day-words.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { formProblem } from '../problems.ts'
import { useRestore } from './kinds.ts'
import type { GroupHome } from './place.ts'

type Pending = GroupHome['pending'][number]

/** Projects and groups marked for deletion, for those who can restore them. */
export function PendingList({ pending }: { readonly pending: readonly Pending[] }) {
  return (
    <List aria-label="Pending deletion">
      {pending.map(each => (
        <PendingRow key={each.id} place={each} />
      ))}
    </List>
  )
}

function PendingRow({ place }: { readonly place: Pending }) {
  const restore = useRestore(place)
  return (
    <ListRow
      leading={<Avatar {...place} sizePx={40} shape="square" named={false} />}
      title={<Anchor href={`/${place.fullPath}`}>{place.fullName}</Anchor>}
      detail={
        <>
          {place.kind === 'project' ? 'Project' : 'Group'}, will be deleted on {dayWords(place.deletesOn)}
          {restore.error && <span role="alert"> {formProblem(restore.error)}</span>}
        </>
      }
      trailing={
        <Button size="s" busy={restore.isPending} onClick={() => restore.mutate({ id: place.id })}>
          Restore
        </Button>
      }
    />
  )
}
