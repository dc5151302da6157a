/** For when everybody is logged out: what was given to a session ends with it. */
export { deleteAllTickets as endTickets } from './backups.repository.ts';
