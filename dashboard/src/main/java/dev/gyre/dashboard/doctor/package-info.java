/**
 * {@code gyre doctor}: runs a program, and says in a sentence what holds it back.
 *
 * <pre>
 *   Examination: the program runs, recorded and profiled ──> CaseNotes ──> Diagnosis ──> Findings ──> Report: HTML, JSON
 * </pre>
 */
@NullMarked
package dev.gyre.dashboard.doctor;

import org.jspecify.annotations.NullMarked;
