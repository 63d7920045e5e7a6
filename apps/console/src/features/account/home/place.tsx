import { Navigate } from 'react-router'

/** Addresses of their own that lead to a part of the account's page. */
export const InfoPlace = () => <Navigate replace to="/account#info" />
export const SecurityPlace = () => <Navigate replace to="/account#security" />
