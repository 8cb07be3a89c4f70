import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { CreateMenu, type CreateMenuProps } from './CreateMenu.tsx'
import { UserMenu, type UserMenuProps } from './UserMenu.tsx'

interface BarMenuProps {
  readonly menu: LateMenuProps
  readonly of:
    | { readonly create: Omit<CreateMenuProps, keyof LateMenuProps> }
    | { readonly you: Omit<UserMenuProps, keyof LateMenuProps> }
}

/** A menu of the bar: all of them are loaded with the first one that is opened. */
export const BarMenu = ({ menu, of }: BarMenuProps) =>
  'you' in of ? <UserMenu {...menu} {...of.you} /> : <CreateMenu {...menu} {...of.create} />
