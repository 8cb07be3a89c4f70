import { KebabHorizontalIcon } from '@primer/octicons-react'
import { IconButton } from './IconButton.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

interface RowMenuProps {
  /** Names the button and the menu: `Actions for Ada`. */
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** The quiet menu at the end of a row. */
export const RowMenu = ({ label, items }: RowMenuProps) => (
  <Menu
    label={label}
    placement="bottom-end"
    trigger={<IconButton size="s" variant="quiet" label={label} icon={<KebabHorizontalIcon />} />}
    items={items}
  />
)
