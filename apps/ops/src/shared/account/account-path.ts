/** Returns the address of the page about one customer. */
export const accountPath = (account_number: string): string => `/accounts/detail?account_number=${encodeURIComponent(account_number)}`
