import { StarFillIcon, StarIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dashboardPage, namespacePage, starProject, unstarProject } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import type { ProjectHome } from '../places/place.ts'

export function StarButton({ project }: { readonly project: ProjectHome }) {
  const [wish, setWish] = useState<boolean | null>(null)
  const told = {
    refreshes: [namespacePage, dashboardPage],
    onError: () => {
      setWish(null)
      showToast('Could not update the star. Try again.', { tone: 'danger' })
    },
  } as const
  const star = useOperation(starProject, told)
  const unstar = useOperation(unstarProject, told)
  const isStarred = wish ?? project.isStarred
  const count = project.starCount + Number(isStarred) - Number(project.isStarred)

  function toggle() {
    setWish(!isStarred)
    const change = isStarred ? unstar : star
    change.mutate({ id: project.id })
  }

  return (
    <Button
      icon={isStarred ? <StarFillIcon /> : <StarIcon />}
      trailing={<CounterBadge count={count} />}
      aria-pressed={isStarred}
      disabled={!project.permissions.canStar}
      onClick={toggle}
    >
      {isStarred ? 'Starred' : 'Star'}
    </Button>
  )
}
