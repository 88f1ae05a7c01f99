/** The API answers no longer pages, whatever is asked. */
export const MAX_RECORDS_PER_PAGE = 200;
/** The API deletes no more at once: all of them, or none. */
export const MAX_DELETED_AT_ONCE = 200;
