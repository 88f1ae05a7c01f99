/** The forms of names. Each is narrow enough to stand in a path, a JSON key or an HTML attribute as it is. */

/** "title": never one of the members that a record has besides its columns (_labels, _version), nor __proto__. */
export const COLUMN_NAME = /^[A-Za-z]\w{0,62}$/;

/** "acme.blog.posts", and "acme.blog" */
export const CONTROLLER_ID = /^[a-z][a-z\d_-]*\.[a-z][a-z\d_-]*\.[a-z][a-z\d_-]*$/;
export const PLUGIN_ID = /^[a-z][a-z\d_-]*\.[a-z][a-z\d_-]*$/;

/** Actions, scopes, option providers, navigation items. */
export const PLAIN_NAME = /^[A-Za-z][\w-]{0,99}$/;

export const SETTINGS_CODE = /^[a-z][a-z\d_.-]{0,99}$/;
export const PERMISSION_CODE = /^[\w-]+(?:\.[\w-]+)+$/;
export const LOCALE = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/;

/** "~/plugins/acme/blog/controllers/posts": segments that begin with a letter, digit or "_", so never ".." */
export const HOME_PATH = /^~(?:\/[A-Za-z\d_][\w.-]*)+$/;
/** The same below a plugin's assets/ directory: "js/posts.js" */
export const SCRIPT_PATH = /^(?:[A-Za-z\d_][\w.-]*\/)*[A-Za-z\d_][\w.-]*\.m?js$/;
export const STYLE_PATH = /^(?:[A-Za-z\d_][\w.-]*\/)*[A-Za-z\d_][\w.-]*\.css$/;
