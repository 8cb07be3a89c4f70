interface Named {
  readonly firstName: string
  readonly lastName: string
}

export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`

/** A link that calls a number, however it is written. */
export const phoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
