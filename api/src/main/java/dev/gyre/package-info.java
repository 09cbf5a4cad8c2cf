/**
 * Node runtimes inside a Java program: {@link dev.gyre.Gyre#open} opens one.
 *
 * <p>Values cross between the languages as copies:
 *
 * <table>
 *   <caption>JavaScript and Java</caption>
 *   <tr><th>JavaScript</th><th>Java</th></tr>
 *   <tr><td>undefined, null, function, symbol</td><td>null (a Java null becomes null)</td></tr>
 *   <tr><td>boolean</td><td>Boolean</td></tr>
 *   <tr><td>number</td><td>Integer where it is one, else Double; any Number becomes a number</td></tr>
 *   <tr><td>bigint</td><td>BigInteger; also a Long that a number can't hold</td></tr>
 *   <tr><td>string</td><td>String</td></tr>
 *   <tr><td>Buffer, typed array, ArrayBuffer</td><td>byte[] (becomes a Buffer)</td></tr>
 *   <tr><td>Date</td><td>java.time.Instant</td></tr>
 *   <tr><td>array, Set</td><td>List</td></tr>
 *   <tr><td>any other object</td><td>Map of its own enumerable properties, in their order, without functions</td></tr>
 * </table>
 *
 * An object that contains itself has no form in Java: to return one is a TypeError.
 */
@NullMarked
package dev.gyre;

import org.jspecify.annotations.NullMarked;
