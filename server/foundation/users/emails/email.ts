/** The faults of an email address, as sentences that follow the word "Email". */
export function emailProblems(email: string): readonly string[] {
  if (email === '') return ["can't be blank"]
  // One @ between a local part and a host name, with nothing that could end a header or an angle bracket, and no
  // invisible character.
  const isAddress = /^[^\s\p{C}@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/u.test(email)
  return isAddress && email.length <= 254 && !email.includes('..') ? [] : ['is invalid']
}
