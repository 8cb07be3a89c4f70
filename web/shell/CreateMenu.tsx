import {
  GitPullRequestIcon,
  IssueOpenedIcon,
  MilestoneIcon,
  PeopleIcon,
  ProjectIcon,
  StackIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { creationKinds, creations } from '#web/foundation/places/creations.ts'
import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { AnchoredMenu, type MenuItem } from '#web/ui/actions/Menu.tsx'

export interface CreateMenuProps extends LateMenuProps {
  /** The project or group of the page. */
  readonly namespace: PlaceNamespace | null
  readonly user: { readonly canCreateGroup: boolean; readonly isAdmin: boolean }
  /** Choose the place of a new item. */
  readonly onCreate: (kind: CreatedInPlace) => void
}

/** The create menu: opens the form on this page, or asks for the project or group first. */
export function CreateMenu({ namespace, user, onCreate, ...menu }: CreateMenuProps) {
  return <AnchoredMenu {...menu} label="Create" placement="bottom-end" items={itemsOf(namespace, user, onCreate)} />
}

const icons: Readonly<Record<CreatedInPlace, ReactNode>> = {
  issue: <IssueOpenedIcon />,
  merge_request: <GitPullRequestIcon />,
  epic: <StackIcon />,
  milestone: <MilestoneIcon />,
}

function itemsOf(
  namespace: PlaceNamespace | null,
  { canCreateGroup, isAdmin }: CreateMenuProps['user'],
  onCreate: CreateMenuProps['onCreate'],
): readonly MenuItem[] {
  const here = namespace === null ? [] : creationKinds.filter(kind => creations[kind].isOfferedIn(namespace, isAdmin))
  const elsewhere = creationKinds.filter(kind => !here.includes(kind))
  const [project, group] =
    namespace?.kind === 'group' ? [`?namespace_id=${namespace.id}`, `?parent_id=${namespace.id}`] : ['', '']
  return [
    ...(namespace === null || here.length === 0
      ? []
      : [
          { kind: 'heading' as const, label: namespace.name },
          ...here.map(kind => ({
            kind: 'link' as const,
            label: creations[kind].label,
            href: creations[kind].pathIn(namespace),
            icon: icons[kind],
          })),
          { kind: 'separator' as const },
        ]),
    ...elsewhere.map(kind => ({
      label: `${creations[kind].label}…`,
      icon: icons[kind],
      onSelect: () => onCreate(kind),
    })),
    { kind: 'link', label: 'New project', href: `/projects/new${project}`, icon: <ProjectIcon /> },
    ...(canCreateGroup
      ? [{ kind: 'link', label: 'New group', href: `/groups/new${group}`, icon: <PeopleIcon /> } as const]
      : []),
  ]
}
