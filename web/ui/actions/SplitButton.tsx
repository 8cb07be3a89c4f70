import { TriangleDownIcon } from '@primer/octicons-react'
import { Button, type ButtonProps } from './Button.tsx'
import { ButtonGroup } from './ButtonGroup.tsx'
import { Menu, type MenuItem } from './Menu.tsx'
import styles from './SplitButton.module.css'

interface SplitButtonProps extends ButtonProps {
  /** Names the menu: "More ways to close". */
  readonly menuLabel: string
  readonly items: readonly MenuItem[]
}

/** The usual action, and the less usual ones behind its arrow. */
export function SplitButton({ menuLabel, items, ...button }: SplitButtonProps) {
  const { variant = 'secondary', size = 'm', disabled, busy } = button
  return (
    <ButtonGroup label={menuLabel}>
      <Button {...button} />
      <Menu
        label={menuLabel}
        items={items}
        placement="bottom-end"
        trigger={
          <Button
            variant={variant}
            size={size}
            disabled={disabled || busy}
            aria-label={menuLabel}
            className={styles.arrow}
          >
            <TriangleDownIcon />
          </Button>
        }
      />
    </ButtonGroup>
  )
}
