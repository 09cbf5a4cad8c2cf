/**
 * V8's ICU data, made at build time from the jar of ICU4J.
 *
 * <p>V8's library has ICU's code but not its data. It wants one file, {@code icudt77l.dat}: a package of entries in
 * the byte order of the machine. ICU4J of the same version holds the same entries big-endian, a file for each.
 *
 * <pre>
 *   IcuSource      the files of the jar, without those that EntryFilter names
 *   EntrySwapper   big-endian to little-endian; a swapper for each format
 *   BundleFilter   values out of bundles that V8 can't reach; Bundle and BundleWriter read and write them
 *   PackageCheck   nothing that is referred to may be missing
 *   IcuPackage     the file
 * </pre>
 *
 * <p>Entries that nothing is taken out of are byte for byte those of ICU's own tools. At run time only
 * {@link dev.gyre.engine.icu.IcuData} is used.
 */
@NullMarked
package dev.gyre.engine.icu;

import org.jspecify.annotations.NullMarked;
